/** The one error shape the server sends, as a value that screens can read. */

interface ErrorBody {
  code: string;
  message: string;
  details: Record<string, unknown>;
  path: string | null;
  retryable: boolean;
  next_step: string | null;
  timestamp: string;
  traceId: string;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;
  readonly path: string | null;
  readonly retryable: boolean;
  readonly nextStep: string | null;
  readonly traceId: string | null;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? "The server sent a response that cannot be read.");
    this.name = "ApiError";
    this.status = status;
    this.code = body.code ?? "UNKNOWN";
    this.details = body.details ?? {};
    this.path = body.path ?? null;
    this.retryable = body.retryable ?? status >= 500;
    this.nextStep = body.next_step ?? null;
    this.traceId = body.traceId ?? null;
  }
}

/** The server could not be reached at all: no status, no body. */
export function unreachable(): ApiError {
  return new ApiError(0, {
    code: "UNREACHABLE",
    message: "The server cannot be reached.",
    retryable: true,
    next_step: "Check your connection, then try again.",
  });
}

/** The server was asked and did not answer in time. What was to be written may have been written all the same. */
export function timedOut(afterSeconds: number, reading: boolean): ApiError {
  return new ApiError(0, {
    code: "TIMED_OUT",
    message: `The server did not answer within ${afterSeconds} seconds.`,
    retryable: true,
    next_step: reading ? "Try again in a moment." : "Check whether the change was saved, then try again.",
  });
}

export function errorFromAnswer(status: number, answer: unknown): ApiError {
  if (typeof answer === "object" && answer !== null && "error" in answer) {
    return new ApiError(status, (answer as { error: Partial<ErrorBody> }).error);
  }
  return new ApiError(status, {});
}

export function hasCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

export interface FieldProblem {
  path: string;
  message: string;
}

/** The fields the server refused, so that a form can mark each one. */
export function fieldProblems(error: ApiError): FieldProblem[] {
  const listed = error.details["fields"];
  if (Array.isArray(listed) && listed.length > 0) return listed as FieldProblem[];
  return error.path ? [{ path: error.path, message: error.message }] : [];
}
