import { Search, X } from "lucide-react";
import { cx } from "./cx";
import { controlClass } from "./Input";

interface SearchInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  className?: string;
}

export function SearchInput({ label, value, onChange, placeholder, className }: SearchInputProps) {
  return (
    <div className={cx("relative", className)}>
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-ink-subtle" />
      <input
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(controlClass, "h-9 pr-8 pl-8")}
      />
      {value && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => onChange("")}
          className={cx(
            "absolute top-1.5 right-1.5 inline-flex size-6 items-center justify-center rounded text-ink-subtle",
            "hover:text-ink",
          )}
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
