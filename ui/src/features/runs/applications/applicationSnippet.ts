/** Python that evaluates an application with the SDK. Pure. */
interface Wanted {
  address: string;
  project: string;
  dataset: string;
  application: string;
  version: string;
}

export function applicationSnippet({ address, project, dataset, application, version }: Wanted): string {
  const named = [`application=${quoted(application)}`, ...(version ? [`version=${quoted(version)}`] : [])];
  return [
    "from edison_sdk import Edison, evaluate",
    "",
    `client = Edison(${quoted(address)}, token="…", project=${quoted(project)})`,
    "",
    "def answer(case):",
    '    return my_application(case["question"])',
    "",
    `found = evaluate(${quoted(dataset)}, answer, [{"kind": "contains"}], client=client, ${named.join(", ")})`,
    "print(found.scores, found.url)",
  ].join("\n");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
