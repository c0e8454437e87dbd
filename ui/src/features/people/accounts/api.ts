/** Who is signed in, and everything a person does with their own account. */
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Session, User } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery } from "@/shared/http/queries";
import type { ChangePasswordValues, NewPasswordValues, SignInValues, SignUpValues } from "./accountFormSchemas";

export const sessionQuery = getQuery(["session"], "/api/v1/session", {}, { staleTime: 5 * 60_000 });

/** Whether passwords are accepted, and the providers to sign in with. */
export const signInMethodsQuery = getQuery(
  ["sign-in-methods"],
  "/api/v1/sign-in/methods",
  {},
  { staleTime: 5 * 60_000 },
);

/** The signed-in person. Only used below the signed-in frame, which guards that there is one. */
export function useMe(): User {
  const { user } = useSuspenseQuery(sessionQuery).data;
  if (!user) throw new Error("This screen needs a signed-in person.");
  return user;
}

/** A new person must not see what the last one had on screen: the whole cache starts again. */
function useSessionStart() {
  const cache = useQueryClient();
  return (session: Session) => {
    cache.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
    cache.setQueryData(sessionQuery.queryKey, session);
  };
}

export function useSignUp(invite?: string) {
  const start = useSessionStart();
  return useMutation({
    mutationFn: ({ name, ...form }: SignUpValues) =>
      callApi("POST", "/api/v1/accounts", {
        body: { ...form, accept_terms: true, ...(name ? { name } : {}), ...(invite ? { invite } : {}) },
      }),
    onSuccess: start,
  });
}

export function useSignIn() {
  const start = useSessionStart();
  return useMutation({
    mutationFn: (form: SignInValues) => callApi("POST", "/api/v1/session", { body: form }),
    onSuccess: start,
  });
}

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (email: string) => callApi("POST", "/api/v1/password-resets", { body: { email } }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (form: NewPasswordValues & { token: string }) =>
      callApi("POST", "/api/v1/password-resets/complete", { body: form }),
  });
}

/** Ends this session, or all of them; either way this browser is signed out afterwards. */
export function useSignOut(everywhere = false) {
  return useMutation({
    mutationFn: () =>
      everywhere ? callApi("DELETE", "/api/v1/me/sessions", {}) : callApi("DELETE", "/api/v1/session", {}),
  });
}

export function useUpdateMe() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => callApi("PATCH", "/api/v1/me", { body: { name: name || null } }),
    onSuccess: (user) =>
      cache.setQueryData(sessionQuery.queryKey, (session: Session | undefined) => session && { ...session, user }),
  });
}

/** A plain link: the browser saves the file as it comes. */
export const EXPORT_URL = "/api/v1/me/export";

export function useDeleteMe() {
  return useMutation({
    mutationFn: (form: { email: string; password?: string }) => callApi("POST", "/api/v1/me/delete", { body: form }),
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (form: ChangePasswordValues) => callApi("POST", "/api/v1/me/password", { body: form }),
  });
}

export function useSendConfirmation() {
  return useMutation({ mutationFn: () => callApi("POST", "/api/v1/me/email/confirmation-mail", {}) });
}

export function useConfirmEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => callApi("POST", "/api/v1/me/email/confirm", { body: { token } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: sessionQuery.queryKey });
      // What is addressed to a confirmed address can be seen now.
      void cache.invalidateQueries({ queryKey: ["received-invites"] });
    },
  });
}

/** The owner of the installation says that the address is this person's. */
export function useVouchForEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (user: string) => callApi("POST", "/api/v1/accounts/{user}/email/confirm", { path: { user } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["members"] }),
  });
}
