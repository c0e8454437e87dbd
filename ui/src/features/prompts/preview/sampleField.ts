/** Where the value of a variable is typed, so that its chip can lead there. */
export const sampleFieldId = (name: string) => `sample-${name}`;

export function goToSample(name: string): void {
  const field = document.getElementById(sampleFieldId(name));
  field?.scrollIntoView({ block: "nearest" });
  field?.focus();
}
