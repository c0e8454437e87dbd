import { useSuspenseQuery } from "@tanstack/react-query";
import { LogIn } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { signInMethodsQuery } from "./api";

interface ProviderButtonsProps {
  /** Where to go after the sign-in. */
  next?: string;
}

/** One button for each sign-in provider. They are links, because the browser leaves Edison. */
export function ProviderButtons({ next }: ProviderButtonsProps) {
  const { providers, passwords } = useSuspenseQuery(signInMethodsQuery).data;
  if (providers.length === 0) return null;
  const query = next ? `?${new URLSearchParams({ next })}` : "";
  return (
    <div className="flex flex-col gap-2">
      {providers.map((provider) => (
        <Button key={provider.name} variant="secondary" className="w-full" asChild>
          <a href={provider.start_url + query}>
            <LogIn aria-hidden />
            <span className="truncate">Continue with {provider.label}</span>
          </a>
        </Button>
      ))}
      {passwords && (
        <div className="mt-2 flex items-center gap-3 text-xs text-ink-subtle">
          <span className="h-px flex-1 bg-line" />
          or with a password
          <span className="h-px flex-1 bg-line" />
        </div>
      )}
    </div>
  );
}
