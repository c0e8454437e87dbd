import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { NewProjectOpener, openNewProject } from "@/features/people/projects";
import { useStoredFlag } from "@/shared/theme/useStoredFlag";
import { ROOM_SHORTCUTS } from "@/shared/keys/shortcutRegistry";
import { cx } from "@/shared/ui/cx";
import { useFocusReturn } from "@/shared/ui/useFocusReturn";
import { useMyNotifications } from "../live/useMyNotifications";
import { CommandPalette } from "../palette/CommandPalette";
import { Header } from "./Header";
import { Rail } from "./Rail";
import { useShortcuts } from "./useShortcuts";
import { ShortcutsDialog } from "./ShortcutsDialog";
import { useCurrentProject } from "./useCurrentProject";

type Overlay = "palette" | "shortcuts" | "drawer";

/** What surrounds every page of a signed-in person. */
export function AppFrame() {
  const [collapsed, setCollapsed] = useRailCollapsed();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const toggle = (which: Overlay) => (open: boolean) => setOverlay(open ? which : null);
  useMyNotifications();
  useFrameShortcuts(setOverlay, () => setCollapsed(!collapsed));

  return (
    <div className="flex min-h-dvh">
      <a
        href="#main-content"
        className={cx(
          "sr-only z-50 rounded-md bg-accent px-3 py-2 text-sm font-medium text-on-accent",
          "focus:not-sr-only focus:fixed focus:top-2 focus:left-2",
        )}
      >
        Skip to main content
      </a>
      <aside
        aria-label="Side rail"
        className={cx(
          "sticky top-0 hidden h-dvh shrink-0 border-r border-line md:block print:hidden",
          collapsed ? "w-14" : "w-60",
        )}
      >
        <Rail
          collapsed={collapsed}
          onToggle={() => setCollapsed(!collapsed)}
          onShortcuts={() => setOverlay("shortcuts")}
        />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <Header onMenu={() => setOverlay("drawer")} onSearch={() => setOverlay("palette")} />
        <main id="main-content" tabIndex={-1} className="flex-1 px-4 py-6 focus:outline-none sm:px-6 lg:px-8 print:p-0">
          <Outlet />
        </main>
      </div>
      <Drawer open={overlay === "drawer"} onOpenChange={toggle("drawer")} onShortcuts={() => setOverlay("shortcuts")} />
      <CommandPalette open={overlay === "palette"} onOpenChange={toggle("palette")} />
      <ShortcutsDialog open={overlay === "shortcuts"} onOpenChange={toggle("shortcuts")} />
      <NewProjectOpener />
    </div>
  );
}

/** The workbench needs the width: there the rail begins as icons. What people choose is kept for each of the two. */
function useRailCollapsed(): [boolean, (collapsed: boolean) => void] {
  const elsewhere = useStoredFlag("edison.rail-collapsed", window.innerWidth < 1024);
  const workbench = useStoredFlag("edison.rail-collapsed.workbench", true);
  const pathname = useLocation({ select: (location) => location.pathname });
  return /^\/projects\/[^/]+\/workbench(\/|$)/.test(pathname) ? workbench : elsewhere;
}

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShortcuts: () => void;
}

/** The rail on narrow screens. It closes when it has taken someone somewhere: its key is the address. */
function Drawer({ open, onOpenChange, onShortcuts }: DrawerProps) {
  const focusReturn = useFocusReturn();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [openedAt, setOpenedAt] = useState(pathname);
  if (!open && openedAt !== pathname) setOpenedAt(pathname);
  if (open && openedAt !== pathname) onOpenChange(false);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-fade-in bg-veil md:hidden" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className={cx(
            "fixed inset-y-0 left-0 z-30 w-64 animate-slide-in border-r border-line",
            "focus:outline-none md:hidden",
          )}
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Rail collapsed={false} onShortcuts={onShortcuts} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useFrameShortcuts(setOverlay: (overlay: Overlay) => void, toggleRail: () => void): void {
  const navigate = useNavigate();
  const project = useCurrentProject();
  useShortcuts({
    "mod+k": () => setOverlay("palette"),
    "?": () => setOverlay("shortcuts"),
    "[": toggleRail,
    c: openNewProject,
    "g p": () => void navigate({ to: "/projects" }),
    "g a": () => void navigate({ to: "/account" }),
    ...(project &&
      Object.fromEntries(
        ROOM_SHORTCUTS.map(({ key, path }) => [
          `g ${key}`,
          () => void navigate({ href: `/projects/${project.slug}${path}` }),
        ]),
      )),
  });
}
