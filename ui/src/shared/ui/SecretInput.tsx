/**
 * What must not be read over a shoulder: hidden while it is typed, shown on request, never filled in by the browser.
 */
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cx } from "./cx";
import { Input, Textarea } from "./Input";

export function SecretInput(props: ComponentProps<"input">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        {...props}
        type={shown ? "text" : "password"}
        className={cx("pr-10", props.className)}
        spellCheck={false}
      />
      <Reveal shown={shown} onChange={setShown} />
    </div>
  );
}

/** For keys that come as a file. A textarea has no password mode, so the characters are covered by a style. */
export function SecretTextarea(props: ComponentProps<"textarea">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Textarea
        {...props}
        spellCheck={false}
        autoComplete="off"
        className={cx("pr-10 font-mono text-xs", !shown && "[-webkit-text-security:disc]", props.className)}
      />
      <Reveal shown={shown} onChange={setShown} />
    </div>
  );
}

function Reveal({ shown, onChange }: { shown: boolean; onChange: (shown: boolean) => void }) {
  const Icon = shown ? EyeOff : Eye;
  return (
    <button
      type="button"
      aria-label={shown ? "Hide characters" : "Show characters"}
      onClick={() => onChange(!shown)}
      className={cx(
        "absolute top-1 right-1 inline-flex size-7 items-center justify-center rounded text-ink-subtle",
        "hover:text-ink",
      )}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
