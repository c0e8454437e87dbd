import { zodResolver } from "@hookform/resolvers/zod";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { showServerErrors } from "@/shared/forms/showServerErrors";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useCreateProject } from "./api";
import { newProjectSchema, type NewProjectValues } from "./projectFormSchemas";
import { slugPreview } from "./slugPreview";

interface NewProjectDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function NewProjectDialog({ open, onOpenChange }: NewProjectDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New project"
      description="A project has its own members, prompts, datasets and budget."
    >
      <NewProjectForm onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewProjectForm({ onClose }: { onClose: () => void }) {
  const create = useCreateProject();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<NewProjectValues>({
    resolver: zodResolver(newProjectSchema),
    mode: "onTouched",
    defaultValues: { name: "", description: "" },
  });
  const {
    register,
    formState: { errors },
  } = form;
  const slug = slugPreview(useWatch({ control: form.control, name: "name" }));

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const project = await create.mutateAsync(values);
      notify.success(`Project “${project.name}” created`);
      onClose();
      await navigate({ to: "/projects/$slug", params: { slug: project.slug } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(showServerErrors<NewProjectValues>(error, ["name", "description"], form.setError));
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      {problem && (
        <Notice tone="error" alert>
          {problem}
        </Notice>
      )}
      <Field
        label="Name"
        required
        error={errors.name?.message}
        hint={
          <>
            Address: <span className="font-mono">/projects/{slug || "…"}</span>
          </>
        }
      >
        <Input {...register("name")} maxLength={120} autoComplete="off" placeholder="Support bot" />
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        <Textarea {...register("description")} placeholder="What should the prompts of this project do well?" />
      </Field>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Create project
        </Button>
      </DialogFooter>
    </form>
  );
}
