import { Link } from "@tanstack/react-router";
import {
  BookOpen,
  Braces,
  ChartNoAxesCombined,
  CircleHelp,
  Inbox,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  ScrollText,
  Sun,
  UserRound,
  UsersRound,
} from "lucide-react";
import { leaveAfterSignOut, useMe, useSignOut } from "@/features/people/accounts";
import { displayName } from "@/shared/format/displayName";
import { API_REFERENCE, DOCS } from "@/shared/http/docs";
import { chooseTheme, type ThemeChoice, useTheme } from "@/shared/theme/theme";
import { Avatar } from "@/shared/ui/Avatar";
import { cx } from "@/shared/ui/cx";
import { DropdownMenu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";

const THEMES: { value: ThemeChoice; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];
const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

export function RailFooter({ collapsed, onShortcuts }: { collapsed: boolean; onShortcuts: () => void }) {
  return (
    <div
      className={cx(
        "flex shrink-0 gap-1 border-t border-line p-2",
        collapsed ? "flex-col items-center" : "items-center",
      )}
    >
      <UserMenu collapsed={collapsed} />
      <ThemeMenu />
      <IconButton label="Keyboard shortcuts" onClick={onShortcuts}>
        <CircleHelp aria-hidden />
      </IconButton>
    </div>
  );
}

function ThemeMenu() {
  const theme = useTheme();
  const Icon = THEME_ICONS[theme];
  return (
    <DropdownMenu
      side="top"
      trigger={
        <IconButton label="Theme" tip={false}>
          <Icon aria-hidden />
        </IconButton>
      }
    >
      <MenuRadioGroup label="Theme" value={theme} onChange={chooseTheme} options={THEMES} />
    </DropdownMenu>
  );
}

function UserMenu({ collapsed }: { collapsed: boolean }) {
  const me = useMe();
  const signOut = useSignOut();
  const leave = () => signOut.mutate(undefined, { onSuccess: leaveAfterSignOut, onError: notify.failure });
  return (
    <DropdownMenu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          className={cx(
            "flex min-w-0 items-center gap-2 rounded-md p-1 text-sm",
            "hover:bg-surface-hover data-[state=open]:bg-surface-hover",
            !collapsed && "flex-1",
          )}
        >
          <Avatar label={displayName(me)} size="sm" />
          <span className="sr-only">Your menu</span>
          {!collapsed && <span className="truncate font-medium">{displayName(me)}</span>}
        </button>
      }
    >
      <MenuLabel>{me.email}</MenuLabel>
      <MenuItem asChild>
        <Link to="/account">
          <UserRound aria-hidden /> Account
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/account/notifications">
          <Inbox aria-hidden /> Notification settings
        </Link>
      </MenuItem>
      {me.role === "OWNER" && (
        <MenuItem asChild>
          <Link to="/installation/people" search={{}}>
            <UsersRound aria-hidden /> People
          </Link>
        </MenuItem>
      )}
      {me.role === "OWNER" && (
        <MenuItem asChild>
          <Link to="/installation/audit">
            <ScrollText aria-hidden /> Installation audit
          </Link>
        </MenuItem>
      )}
      {me.role === "OWNER" && (
        <MenuItem asChild>
          <Link to="/installation/sign-in">
            <KeyRound aria-hidden /> Sign-in providers
          </Link>
        </MenuItem>
      )}
      {me.role === "OWNER" && (
        <MenuItem asChild>
          <Link to="/installation/reports" search={{}}>
            <ChartNoAxesCombined aria-hidden /> Installation report
          </Link>
        </MenuItem>
      )}
      <MenuItem asChild>
        <a href={DOCS} target="_blank">
          <BookOpen aria-hidden /> Documentation
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={API_REFERENCE} target="_blank">
          <Braces aria-hidden /> API reference
        </a>
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={leave}>
        Sign out
      </MenuItem>
    </DropdownMenu>
  );
}
