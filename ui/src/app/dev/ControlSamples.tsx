import { useState } from "react";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { Pagination, useCursorPages } from "@/shared/ui/Pagination";
import { SearchInput } from "@/shared/ui/SearchInput";
import { Select } from "@/shared/ui/Select";
import { Switch } from "@/shared/ui/Switch";

const FRUIT = [
  { value: "apple", label: "Apple", hint: "Crisp" },
  { value: "pear", label: "Pear", hint: "Soft" },
] as const;

export function ControlSamples() {
  const [text, setText] = useState("");
  const [fruit, setFruit] = useState<"apple" | "pear">("apple");
  const [on, setOn] = useState(true);
  const pages = useCursorPages("sample");
  return (
    <Card aria-label="Controls">
      <CardHeader>
        <CardTitle>Controls</CardTitle>
        <CardDescription>Inside a card, as they are mostly seen.</CardDescription>
      </CardHeader>
      <CardContent className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required hint="A hint below">
          <Input placeholder="Placeholder" />
        </Field>
        <Field label="Email" error="Invalid email format">
          <Input defaultValue="not-an-address" />
        </Field>
        <Field label="Read only">
          <Input readOnly value="Cannot be changed" />
        </Field>
        <Field label="Fruit">
          <Select value={fruit} onChange={setFruit} options={FRUIT} />
        </Field>
        <Field label="Text" optional>
          <Textarea />
        </Field>
        <SearchInput label="Search" value={text} onChange={setText} />
        <Checkbox checked={on} onChange={setOn} label="A checkbox" />
        <Switch checked={on} onChange={setOn} label="A switch" />
        <Pagination label="Pages" pages={pages} nextCursor="next" />
      </CardContent>
      <CardFooter>
        <Button>Save</Button>
      </CardFooter>
    </Card>
  );
}
