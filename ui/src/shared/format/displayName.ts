/** How people are named when they may not have given a name. */

interface Person {
  name: string | null;
  email: string;
}

export function displayName(person: Person): string {
  return person.name?.trim() || person.email;
}

export function initials(label: string): string {
  const words =
    label
      .split("@")[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : [words[0]];
  return (
    letters
      .map((word) => word?.charAt(0) ?? "")
      .join("")
      .toUpperCase() || "?"
  );
}
