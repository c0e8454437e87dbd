import { useEffect, useEffectEvent, useState } from "react";
import { useDebounced } from "@/shared/forms/useDebounced";
import { SearchInput } from "./SearchInput";

interface SearchFieldProps {
  label: string;
  inAddress: string;
  /** Replaces the step of history when a search is only changed, not begun or ended. */
  onSearch: (search: string | undefined, replace: boolean) => void;
  className?: string;
}

/** A search that is kept in the address: it follows the back button, and is applied when typing pauses. */
export function SearchField({
  label,
  inAddress,
  onSearch,
  className = "w-full sm:w-auto sm:max-w-72 sm:flex-1",
}: SearchFieldProps) {
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (typed.trim() !== inAddress) setTyped(inAddress);
  }
  const settled = useDebounced(typed.trim());
  const apply = useEffectEvent((search: string) => {
    if (search === inAddress || search !== typed.trim()) return;
    onSearch(search || undefined, inAddress !== "" && search !== "");
  });
  useEffect(() => apply(settled), [settled]);
  return <SearchInput label={label} value={typed} onChange={setTyped} className={className} />;
}
