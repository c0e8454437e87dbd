/**
 * Tells when someone comes into the editor and when they leave it. Not while a pointer is down: what follows moves the
 * panels, and a click that began in one place must not end in another.
 */
export class FocusZone {
  #inside = false;
  #told = false;
  #pressed = false;
  #onEnter: () => void;
  #onLeave: () => void;
  /** Waits until the focus has moved before listeners are called. */
  #soon: (settle: () => void) => void;

  constructor(
    onEnter: () => void,
    onLeave: () => void,
    soon: (settle: () => void) => void = (settle) => window.setTimeout(settle),
  ) {
    this.#onEnter = onEnter;
    this.#onLeave = onLeave;
    this.#soon = soon;
  }

  /** `again` for someone who never left, but whose panels may have moved meanwhile. */
  enter(again = false): void {
    this.#inside = true;
    if (again) this.#told = false;
    this.#soon(this.#settle);
  }

  leave(): void {
    this.#inside = false;
    this.#soon(this.#settle);
  }

  press(): void {
    this.#pressed = true;
  }

  release(): void {
    this.#pressed = false;
    this.#soon(this.#settle);
  }

  #settle = (): void => {
    if (this.#pressed || this.#inside === this.#told) return;
    this.#told = this.#inside;
    if (this.#inside) this.#onEnter();
    else this.#onLeave();
  };
}
