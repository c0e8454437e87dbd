/** Sends a file and says how far it is: fetch cannot, so this is the one place that uses XMLHttpRequest. */
import { errorFromAnswer, unreachable } from "@/shared/http/apiError";
import { csrfToken } from "@/shared/http/client";

export interface Sending<Answer> {
  done: Promise<Answer>;
  cancel: () => void;
}

export function uploadFile<Answer>(url: string, file: File, onProgress: (share: number) => void): Sending<Answer> {
  const request = new XMLHttpRequest();
  const done = csrfToken().then(
    (token) =>
      new Promise<Answer>((resolve, reject) => {
        request.open("POST", url);
        request.responseType = "json";
        request.setRequestHeader("Content-Type", "application/octet-stream");
        if (token) request.setRequestHeader("X-CSRF-Token", token);
        request.upload.addEventListener("progress", ({ loaded, total }) => total > 0 && onProgress(loaded / total));
        request.addEventListener("load", () =>
          request.status < 300
            ? resolve(request.response as Answer)
            : reject(errorFromAnswer(request.status, request.response)),
        );
        request.addEventListener("error", () => reject(unreachable()));
        request.addEventListener("abort", () => reject(new DOMException("Cancelled", "AbortError")));
        request.send(file);
      }),
  );
  return { done, cancel: () => request.abort() };
}
