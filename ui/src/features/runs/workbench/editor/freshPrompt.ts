/** A prompt that was just created: the first screen that shows it focuses its text. */
let fresh: string | null = null;

export function announceFresh(prompt: string): void {
  fresh = prompt;
}

export function isFresh(prompt: string): boolean {
  return fresh === prompt;
}

export function forgetFresh(prompt: string): void {
  if (fresh === prompt) fresh = null;
}
