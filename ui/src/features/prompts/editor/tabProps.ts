/** What every tab of the editor is given. */
import type { DraftValues } from "../draft/draftContent";

export interface TabProps {
  values: DraftValues;
  set: (part: Partial<DraftValues>) => void;
  readOnly: boolean;
  problemAt: (field: string) => string | undefined;
}
