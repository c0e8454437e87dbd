/** Actions of the audit log in plain words. Pure. */

/** Where "entity verb" would not say what happened. */
const SENTENCES: Readonly<Record<string, string>> = {
  "queue.adjudicated": "Answer adjudicated",
  "queue.labelled": "Answer labelled",
  "run.budget_changed": "Run budget changed",
  "run.cells_repeated": "Cells of a run repeated",
  "run.outputs_finished": "Outputs of a run finished",
  "run.outputs_uploaded": "Outputs of a run uploaded",
  "run.scorers_added": "Scorers added to a run",
  "run.verdicts_repeated": "Judge calls repeated",
  "suggestion.requested": "Another suggestion requested",
  "user.disabled": "Account disabled",
  "user.enabled": "Account enabled",
  "user.login": "Signed in",
  "user.login_failed": "Sign-in failed",
  "user.login_refused": "Sign-in refused: account disabled",
  "user.identity_added": "Sign-in provider connected",
  "group_roles.changed": "Roles of groups changed",
  "user.logout": "Signed out",
  "user.logout_everywhere": "Signed out everywhere",
  "user.made_owner": "Made owner of the installation",
  "user.password_change_required": "New password required",
  "user.password_reset_mailed": "Password link mailed",
  "user.password_reset_requested": "Password link requested",
  "user.removed_as_owner": "Removed as owner of the installation",
  "user.session_ended": "Session of a person ended",
  "user.sessions_ended": "All sessions of a person ended",
  "user.tokens_revoked": "Tokens of a person revoked",
  "vault.pruned": "Old vault keys removed",
  "vault.rotated": "Vault key rotated",
};

/** `member.role_changed` is "Member role changed". */
export function readAction(action: string): string {
  const words = action.replaceAll(/[._]/g, " ");
  return SENTENCES[action] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
