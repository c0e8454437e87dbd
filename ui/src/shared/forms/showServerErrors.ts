/** Put what the server refused on the fields it refused; say what is left over. */
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { type ApiError, fieldProblems } from "@/shared/http/apiError";

/** Returns the message that belongs to no field of this form, or null when every problem found its field. */
export function showServerErrors<Values extends FieldValues>(
  error: ApiError,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): string | null {
  const placed = fieldProblems(error).filter(({ path, message }) => {
    const field = fields.find((name) => path === name || path.endsWith(`.${name}`));
    if (field) setError(field, { type: "server", message }, { shouldFocus: true });
    return field !== undefined;
  });
  return placed.length > 0 ? null : error.message;
}
