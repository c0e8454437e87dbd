import { Link } from "@tanstack/react-router";
import { DOCS } from "@/shared/http/docs";
import { Button } from "@/shared/ui/Button";
import { Logo } from "@/shared/ui/Logo";
import { usePageHeading } from "@/shared/ui/PageHeader";

export function NotFoundPage() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6">
      <NotFoundMessage what="page" />
    </main>
  );
}

export function NotFoundMessage({ what }: { what: "page" | "project" }) {
  const heading = usePageHeading(["Not found"]);
  return (
    <div className="flex flex-col items-center gap-3 py-16 text-center">
      <Logo size={40} />
      <h1 ref={heading} tabIndex={-1} data-page-heading className="text-xl font-semibold">
        {what === "project" ? "Project" : "Page"} not found
      </h1>
      <p className="max-w-md text-sm text-ink-muted">
        {what === "project"
          ? "The project does not exist, or you are not a member of it. Ask the person who sent you the link for an invite."
          : "The address may be mistyped, or the page has moved."}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button asChild>
          <Link to="/projects">Go to projects</Link>
        </Button>
        <Button variant="secondary" asChild>
          <a href={DOCS}>Documentation</a>
        </Button>
      </div>
    </div>
  );
}
