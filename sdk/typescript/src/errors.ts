/** Base class of all errors of the SDK. */
export class EdisonError extends Error {
  override name = "EdisonError";
}

/** No Edison server answers at the address. */
export class ServerUnreachable extends EdisonError {
  override name = "ServerUnreachable";
}

/** A prompt was rendered without a value for each of its variables. */
export class ValuesMissing extends EdisonError {
  override name = "ValuesMissing";

  constructor(readonly missing: readonly string[]) {
    super(`The prompt needs a value for: ${missing.join(", ")}`);
  }
}

/** The server refuses a request. `code`, `nextStep` and `details` are the server's. */
export class RequestRefused extends EdisonError {
  override name = "RequestRefused";
  readonly code: string;
  readonly nextStep: string | undefined;
  readonly details: Record<string, unknown>;

  constructor(
    readonly status: number,
    error: { code?: string; message?: string; next_step?: string | null; details?: Record<string, unknown> },
  ) {
    super([error.message ?? `HTTP ${status}`, error.next_step].filter(Boolean).join(". "));
    this.code = error.code ?? "";
    this.nextStep = error.next_step ?? undefined;
    this.details = error.details ?? {};
  }
}
