import { z } from "zod";

export const nameSchema = z
  .string()
  .trim()
  .min(1, "Name is required")
  .max(100, "Name too long")
  .regex(/^[a-zA-Z0-9\s\-_]+$/, "Only alphanumeric, spaces, hyphens, underscores");

export const descriptionSchema = z.string().trim().max(1000, "Description is longer than 1000 characters");

export const newProjectSchema = z.object({ name: nameSchema, description: descriptionSchema });

export type NewProjectValues = z.infer<typeof newProjectSchema>;
