import { Link } from "@tanstack/react-router";
import { Logo } from "@/shared/ui/Logo";
import { usePageHeading } from "@/shared/ui/PageHeader";

const SECTIONS = [
  [
    "Who runs this installation",
    "Edison is software that someone runs on their own machines. That person or company, not the makers " +
      "of Edison, is responsible for this installation, for your account and for what is stored here.",
  ],
  [
    "Your data",
    "Prompts, datasets and results stay in the database of this installation. " +
      "They leave it only when you or your team send them to a model provider, " +
      "mail address or service that was set up here. Edison itself sends no usage data to anyone.",
  ],
  [
    "Model providers",
    "What is sent to a provider is also subject to that provider's terms and prices. " +
      "Budgets limit spending, but the bill is between this installation and the provider.",
  ],
  [
    "Your account",
    "Keep your password and tokens secret, and use only the projects you were invited to. " +
      "Changes are recorded in an audit log with your name.",
  ],
  ["No warranty", "Edison is provided as is, without warranty of any kind. Check what matters before you rely on it."],
  ["Questions", "Ask the owner of this installation: they can tell you how long data is kept and delete your account."],
] as const;

export function TermsPage() {
  const heading = usePageHeading(["Terms of Service"]);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col gap-6 px-6 py-12">
      <header className="flex items-center gap-3">
        <Logo />
        <Link to="/" className="rounded text-sm font-medium text-accent-ink underline underline-offset-2">
          Back to Edison
        </Link>
      </header>
      <main className="flex flex-col gap-5">
        <h1 ref={heading} tabIndex={-1} data-page-heading className="text-2xl font-semibold">
          Terms of Service
        </h1>
        {SECTIONS.map(([title, text]) => (
          <section key={title}>
            <h2 className="text-base font-semibold">{title}</h2>
            <p className="mt-1 text-base text-ink-muted">{text}</p>
          </section>
        ))}
      </main>
    </div>
  );
}
