/** Which prompt of a project was open last in this browser. */
const keyOf = (project: string) => `edison.workbench.prompt.${project}`;

export function lastPrompt(project: string): string | null {
  return localStorage.getItem(keyOf(project));
}

export function rememberPrompt(project: string, prompt: string): void {
  localStorage.setItem(keyOf(project), prompt);
}

export function forgetPrompt(project: string, prompt: string): void {
  if (lastPrompt(project) === prompt) localStorage.removeItem(keyOf(project));
}
