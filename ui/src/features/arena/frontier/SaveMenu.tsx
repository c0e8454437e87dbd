import { Download, FileImage, Spline } from "lucide-react";
import type { Scale } from "@/shared/charts/estimateText";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import type { Board } from "../types";
import type { FrontierImageKind } from "./saveFrontierImage";

/** The drawing as a file, in the colours that are on the screen. */
export function SaveMenu({ board, scale }: { board: Board; scale: Scale }) {
  const save = (kind: FrontierImageKind) => {
    void import("./saveFrontierImage")
      .then(({ saveFrontierImage }) => saveFrontierImage(board, scale, kind))
      .catch(() => notify.error("The picture could not be created.", "Try again in a moment."));
  };
  return (
    <DropdownMenu
      trigger={
        <IconButton label="Save as a picture" tip={false} className="-mt-1 size-7">
          <Download aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<FileImage aria-hidden />} onSelect={() => save("png")}>
        Picture (PNG, 2400 × 1350)
      </MenuItem>
      <MenuItem icon={<Spline aria-hidden />} onSelect={() => save("svg")}>
        Drawing (SVG)
      </MenuItem>
    </DropdownMenu>
  );
}
