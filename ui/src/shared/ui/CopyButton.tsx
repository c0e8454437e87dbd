import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./Button";
import { IconButton } from "./IconButton";
import { notify } from "./notify";

interface CopyButtonProps {
  text: string;
  label: string;
  /** Show the words beside the icon, for the main thing on a screen. */
  wide?: boolean;
}

export function CopyButton({ text, label, wide }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), 2_000);
    return () => window.clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Plain http on a network address has no clipboard; the text stays selectable.
      notify.warning("The browser did not allow copying. Select the text and copy it by hand.");
    }
  };
  const icon = copied ? <Check aria-hidden className="text-success-mark" /> : <Copy aria-hidden />;
  return (
    <>
      {wide ? (
        <Button variant="secondary" onClick={() => void copy()}>
          {icon} {copied ? "Copied" : label}
        </Button>
      ) : (
        <IconButton label={label} onClick={() => void copy()}>
          {icon}
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </>
  );
}
