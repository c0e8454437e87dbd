import { useEffect } from "react";
import { Button } from "@/shared/ui/Button";
import { Logo } from "@/shared/ui/Logo";

export function CrashPage() {
  useEffect(() => {
    document.title = "Something broke · Edison";
  }, []);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 text-center">
      <Logo size={40} />
      <h1 className="text-xl font-semibold">This page broke</h1>
      <p className="max-w-md text-sm text-ink-muted">
        An error in Edison caused this. Your saved data is safe. Reloading the page usually helps.
      </p>
      <div className="mt-2 flex gap-2">
        <Button onClick={() => window.location.reload()}>Reload page</Button>
        <Button variant="secondary" onClick={() => window.location.assign("/projects")}>
          Go to projects
        </Button>
      </div>
    </main>
  );
}
