import { Link2 } from "lucide-react";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";

/** Copies the address of exactly this view. */
export function ShareButton({ address }: { address: () => string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address());
      notify.briefly("Link copied. Every member can open this view with it.");
    } catch {
      // Plain http on a network address has no clipboard.
      notify.warning(`The browser did not allow copying. The address is ${address()}`);
    }
  };
  return (
    <IconButton label="Copy link to this view" onClick={() => void copy()}>
      <Link2 aria-hidden />
    </IconButton>
  );
}
