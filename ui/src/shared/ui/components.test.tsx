import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Button } from "./Button";
import { ConfirmDialog } from "./ConfirmDialog";
import { Field } from "./Field";
import { Input } from "./Input";
import { TooltipProvider } from "./Tooltip";

it("ties hint and error to the control", () => {
  render(
    <Field label="Email" required hint="We never share it" error="Invalid email format">
      <Input />
    </Field>,
  );
  const input = screen.getByLabelText("Email");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.getAttribute("aria-required")).toBe("true");
  const described = (input.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(["Invalid email format", "We never share it"]);
  expect(screen.getByRole("alert").textContent).toBe("Invalid email format");
});

it("keeps a loading button focusable but inert", async () => {
  const press = vi.fn();
  render(
    <Button loading onClick={press}>
      Save
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Save" });
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(button.getAttribute("aria-disabled")).toBe("true");
});

it("does not submit a form through a disabled button", async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button type="submit" disabled>
        Send
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(submit).not.toHaveBeenCalled();
});

it("asks for the name before something dangerous", async () => {
  const confirm = vi.fn();
  render(
    <TooltipProvider>
      <ConfirmDialog
        open
        onOpenChange={() => undefined}
        title="Archive?"
        description="It stops."
        confirmLabel="Archive"
        typeToConfirm="Support bot"
        onConfirm={confirm}
      />
    </TooltipProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Archive" }));
  expect(confirm).not.toHaveBeenCalled();
  await userEvent.type(screen.getByRole("textbox"), "Support bot");
  await userEvent.click(screen.getByRole("button", { name: "Archive" }));
  expect(confirm).toHaveBeenCalledOnce();
});
