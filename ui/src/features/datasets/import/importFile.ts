/** What is known of a file before and after the server has looked at it. Pure. */

export const ACCEPTED = ".csv,.tsv,.tab,.json,.jsonl,.ndjson,.xlsx,.xlsm,.zip";

export const ENCODINGS: readonly { value: string; label: string }[] = [
  { value: "utf-8", label: "UTF-8" },
  { value: "utf-16", label: "UTF-16" },
  { value: "utf-16-le", label: "UTF-16 LE" },
  { value: "utf-16-be", label: "UTF-16 BE" },
  { value: "utf-32", label: "UTF-32" },
  { value: "cp1252", label: "Windows-1252 (Western)" },
  { value: "cp1250", label: "Windows-1250 (Central European)" },
  { value: "cp1251", label: "Windows-1251 (Cyrillic)" },
  { value: "iso-8859-1", label: "ISO-8859-1 (Latin 1)" },
  { value: "iso-8859-15", label: "ISO-8859-15 (Latin 9)" },
  { value: "mac-roman", label: "Mac Roman" },
  { value: "shift_jis", label: "Shift JIS (Japanese)" },
  { value: "euc-kr", label: "EUC-KR (Korean)" },
  { value: "gb18030", label: "GB 18030 (Chinese)" },
  { value: "big5", label: "Big5 (Chinese)" },
];

export const DELIMITERS: readonly { value: string; label: string }[] = [
  { value: ",", label: "Comma" },
  { value: ";", label: "Semicolon" },
  { value: "\t", label: "Tab" },
  { value: "|", label: "Bar" },
];

export const FORMAT_NAMES: Record<string, string> = { csv: "CSV", json: "JSON", jsonl: "JSONL", xlsx: "Excel" };

/** A first name for the dataset: the file's, without its ending, as words. */
export function datasetNameOf(file: string): string {
  const bare = file
    .replace(/\.[a-z0-9]{1,6}$/i, "")
    .replace(/[_-]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 100);
  return bare ? bare.charAt(0).toUpperCase() + bare.slice(1) : "";
}

export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}
