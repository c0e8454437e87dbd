/** What the account forms accept before anything is sent. */
import { z } from "zod";
import { PASSWORD_RULES } from "./passwordRules";

const email = z.string().trim().min(1, "Email is required").max(255).pipe(z.email("Invalid email format"));

const newPassword = z.string().superRefine((value, context) => {
  const broken = PASSWORD_RULES.find((rule) => !rule.met(value));
  if (broken) context.addIssue({ code: "custom", message: broken.message });
});

const matching = {
  message: "Passwords don't match",
  path: ["confirm_password"],
};

export const signUpSchema = z
  .object({
    name: z.string().trim().max(255, "Name is too long"),
    email,
    password: newPassword,
    confirm_password: z.string(),
    accept_terms: z.boolean().refine((accepted) => accepted, "Accept the terms to continue"),
  })
  .refine((form) => form.password === form.confirm_password, matching);

export const signInSchema = z.object({
  email,
  password: z.string().min(1, "Password is required"),
  remember_me: z.boolean(),
  new_password: z.string().optional(),
  confirm_password: z.string().optional(),
});

/** The same form, for an account whose password must be changed. */
export const signInWithNewPasswordSchema = signInSchema
  .extend({ new_password: newPassword, confirm_password: z.string() })
  .refine((form) => form.new_password === form.confirm_password, matching);

export const forgotPasswordSchema = z.object({ email });

export const newPasswordSchema = z
  .object({ password: newPassword, confirm_password: z.string() })
  .refine((form) => form.password === form.confirm_password, matching);

export const changePasswordSchema = z
  .object({
    current_password: z.string().min(1, "Current password is required"),
    password: newPassword,
    confirm_password: z.string(),
  })
  .refine((form) => form.password === form.confirm_password, matching);

export type SignUpValues = z.infer<typeof signUpSchema>;
export type SignInValues = z.infer<typeof signInSchema>;
export type ForgotPasswordValues = z.infer<typeof forgotPasswordSchema>;
export type NewPasswordValues = z.infer<typeof newPasswordSchema>;
export type ChangePasswordValues = z.infer<typeof changePasswordSchema>;
