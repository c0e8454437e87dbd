"""Errors that are reported to callers, each with a code. `api/error_responses.py` maps codes to HTTP statuses."""

from typing import ClassVar


class EdisonError(Exception):
    """Base class of the errors that are reported to callers. `facts` are logged and returned in the API response."""

    code: ClassVar[str]
    retryable: ClassVar[bool] = False
    next_step: ClassVar[str | None] = None

    def __init__(
        self, message: str, *, field: str | None = None, advice: str | None = None, **facts: object
    ) -> None:
        super().__init__(message)
        self.advice = advice or self.next_step
        self.message = message
        self.field = field
        self.facts = facts


class InvalidInput(EdisonError):
    code = "BAD_REQUEST"
    next_step = "Correct the named field and send the request again."


class NotSignedIn(EdisonError):
    code = "UNAUTHORIZED"
    next_step = "Sign in, or send a valid API token."


class NotAllowed(EdisonError):
    code = "FORBIDDEN"
    next_step = "Ask an admin of the project for a role that allows this."


class NotFound(EdisonError):
    code = "NOT_FOUND"
    next_step = "Check the address. The object may be deleted, or you may lack access to it."


class InvalidEmail(EdisonError):
    code = "INVALID_EMAIL"
    next_step = "Write it like name@example.com."


class WeakPassword(EdisonError):
    code = "WEAK_PASSWORD"
    next_step = "Choose a password that meets every rule."


class EmailTaken(EdisonError):
    code = "EMAIL_TAKEN"
    next_step = "Sign in with this email instead."


class RegistrationClosed(EdisonError):
    code = "REGISTRATION_CLOSED"
    next_step = "Ask someone of this installation for an invite."


class InvalidCredentials(EdisonError):
    code = "INVALID_CREDENTIALS"
    next_step = "Try again, or ask the owner of this installation to reset your password."


class PasswordsOff(EdisonError):
    code = "PASSWORDS_OFF"
    next_step = "Sign in with a provider that the sign-in page offers."


class SignInRefused(EdisonError):
    """A sign-in with a provider that was refused. The fact `problem` names the reason."""

    code = "SIGN_IN_REFUSED"
    next_step = "Start the sign-in again, or ask the owner of this installation."


class MemberByGroup(EdisonError):
    code = "MEMBER_BY_GROUP"
    next_step = "Remove the person from the group, or change the role of the group in this project."


class AccountLocked(EdisonError):
    code = "ACCOUNT_LOCKED"
    retryable = True
    next_step = "Wait until the lock ends, then sign in again."


class TooManyAttempts(EdisonError):
    code = "RATE_LIMIT"
    retryable = True
    next_step = "Wait for the time given in details.retry_after_s."


class Unavailable(EdisonError):
    code = "UNAVAILABLE"
    retryable = True
    next_step = "Wait a moment, then try again."


class QueryTimeout(EdisonError):
    """A database statement took longer than the installation allows for a web request."""

    code = "QUERY_TIMEOUT"
    retryable = True
    next_step = "Ask for less at a time, such as a shorter period, or try again later."


class InviteInvalid(EdisonError):
    code = "INVITE_INVALID"
    next_step = "Ask for a new invite link."


class InviteForAnother(EdisonError):
    code = "INVITE_EMAIL_MISMATCH"
    next_step = "Sign in with the email address that was invited."


class EmailNotConfirmed(EdisonError):
    code = "EMAIL_NOT_CONFIRMED"
    next_step = (
        "Open the link in the confirmation mail or the link of the invite, "
        "or ask the owner of this installation to confirm your address."
    )


class ConfirmationInvalid(EdisonError):
    code = "CONFIRMATION_INVALID"
    next_step = "Sign in with the account that the mail was sent to, or ask for a new mail."


class MailNotConfigured(EdisonError):
    code = "MAIL_NOT_CONFIGURED"
    next_step = "Ask the owner of this installation to confirm your address."


class AccountDisabled(EdisonError):
    code = "ACCOUNT_DISABLED"
    next_step = "Ask an owner of this installation to enable the account."


class PasswordChangeRequired(EdisonError):
    code = "PASSWORD_CHANGE_REQUIRED"
    next_step = "Sign in again with the current password and a new one."


class PasswordResetInvalid(EdisonError):
    code = "PASSWORD_RESET_INVALID"
    next_step = "Request a new link. A link works once, for 30 minutes, and only the newest one."


class AlreadyMember(EdisonError):
    code = "ALREADY_MEMBER"
    next_step = "Change their role in the list of members instead."


class LastOwner(EdisonError):
    code = "LAST_OWNER"
    next_step = "Make another member OWNER first."


class RoleNotAllowed(EdisonError):
    code = "ROLE_NOT_ALLOWED"
    next_step = "Ask an owner of the project."


class ProjectArchived(EdisonError):
    code = "PROJECT_ARCHIVED"
    next_step = "An owner can restore the project."


class EditConflict(EdisonError):
    code = "EDIT_CONFLICT"
    retryable = True
    next_step = "Load the current state, then send the change again with its revision."


class DuplicateLabel(EdisonError):
    code = "DUPLICATE_LABEL"
    next_step = "Choose a label that no other credential of this project has."


class DuplicateModel(EdisonError):
    code = "DUPLICATE_MODEL"
    next_step = "Open the model that is already in the catalog."


class CredentialInUse(EdisonError):
    code = "CREDENTIAL_IN_USE"
    retryable = True
    next_step = "Wait until its work has finished, or cancel it."


class CredentialNotReady(EdisonError):
    code = "CREDENTIAL_NOT_READY"
    next_step = "Test the credential again in the settings, or choose another."


class InvalidKey(EdisonError):
    code = "INVALID_KEY"
    next_step = "Copy the key again from the provider's page; it may be cut off or revoked."


class ProviderUnreachable(EdisonError):
    code = "NETWORK_ERROR"
    retryable = True
    next_step = "Check the base URL, and that this server may reach it."


class QuotaExceeded(EdisonError):
    code = "QUOTA_EXCEEDED"
    next_step = "Raise the limit or pay the bill at the provider, then test again."


class ForbiddenAddress(EdisonError):
    code = "FORBIDDEN_ADDRESS"
    next_step = "Use a public https address, or allow private addresses for this credential."


class WrongAddress(EdisonError):
    code = "WRONG_ADDRESS"
    next_step = "Check the base URL."


class ProviderRefused(EdisonError):
    code = "PROVIDER_ERROR"
    next_step = "Read the provider's message; check the fields of the credential."


class NoWorker(EdisonError):
    code = "NO_WORKER"
    retryable = True
    next_step = "Start a worker: edison worker. `edison up` also starts one."


class NoSimulator(EdisonError):
    code = "NO_SIMULATOR"
    next_step = "Start one with `edison simulate` and set EDISON_SIMULATOR_URL, or add a key."


class WrongState(EdisonError):
    code = "WRONG_STATE"
    next_step = "Check the run's current state and the actions it allows."


class LabelProtected(EdisonError):
    """A protected label moves only by a promotion. `facts["route"]` is the route that requests one."""

    code = "LABEL_PROTECTED"
    next_step = "Request a promotion: POST /projects/{project}/prompts/{prompt}/promotions."


class PromotionNotReady(EdisonError):
    """The version cannot be promoted. `facts["requirements"]` lists every requirement and whether it is met."""

    code = "PROMOTION_NOT_READY"
    next_step = "Meet the listed requirements, then try again. The label has not moved."


class RunNotReady(EdisonError):
    """The run cannot start. `facts["problems"]` lists every reason, so that a user can fix all of them at once."""

    code = "RUN_NOT_READY"
    next_step = "Fix the listed problems, then start again. Nothing was spent."


class ExperimentNotReady(EdisonError):
    """The experiment cannot start. `facts["problems"]` lists every reason, with the wizard step that fixes it."""

    code = "EXPERIMENT_NOT_READY"
    next_step = "Fix the listed problems, then start again. Nothing was spent."


class SuiteNotReady(EdisonError):
    """The suite cannot run. `facts["problems"]` lists every reason, so that a user can fix all of them at once."""

    code = "SUITE_NOT_READY"
    next_step = "Fix the listed problems, then save again. Nothing was changed."


class AlreadyRunning(EdisonError):
    code = "ALREADY_RUNNING"
    next_step = "Wait until it has finished, or cancel it."


class BudgetSpent(EdisonError):
    code = "BUDGET_EXCEEDED"
    next_step = "Raise the budget, then resume; everything that was finished is kept."


class DuplicateName(EdisonError):
    code = "DUPLICATE_NAME"
    next_step = "Choose a name that nothing else of this kind has in this project."


class NothingChanged(EdisonError):
    code = "NOTHING_CHANGED"
    next_step = "Change something first; the newest version has the same content."


class HoldoutLocked(EdisonError):
    code = "HOLDOUT_LOCKED"
    next_step = "Unlock the hold-out of the dataset first, or leave its cases out of the change."


class DatasetFull(EdisonError):
    code = "DATASET_FULL"
    next_step = "Put the other cases into another dataset, or remove some first."


class UnreadableFile(EdisonError):
    code = "INVALID_FORMAT"
    next_step = "Choose a CSV, TSV, JSON, JSONL or Excel file, or set the format by hand."


class FileTooLarge(EdisonError):
    code = "FILE_TOO_LARGE"
    next_step = (
        "Choose a smaller file, or ask the operator of this installation to raise the limit."
    )


class BadRows(EdisonError):
    """Rows of a file cannot be imported. `facts["problems"]` lists the rows, so that a user can fix all at once."""

    code = "BAD_ROWS"
    next_step = "Fix the listed rows, or choose to skip bad rows."


class GuardrailFailed(EdisonError):
    """A change of a prompt fails guardrails. `facts["guardrails"]` names the failed guardrails."""

    code = "GUARDRAIL_FAILED"
    next_step = "Change the text so that every guardrail passes, or reject the suggestion."


class UnequalTerms(EdisonError):
    """Runs cannot share a leaderboard. `facts["reasons"]` names each run that is not comparable, and the reason."""

    code = "UNEQUAL_TERMS"
    next_step = "Remove the named runs, or run them again on the same terms."
