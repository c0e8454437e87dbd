import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { may, useProject } from "@/features/people/projects";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RubricEditor } from "./RubricEditor";
import { emptyRubric } from "./rubricForm";
import { formOfStarter, STARTERS } from "./starterRubrics";

const route = getRouteApi("/frame/projects/$slug/judges/rubrics/new");

export function NewRubricPage() {
  const { slug } = route.useParams();
  const { start } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const edits = may(project, "edit_prompts") && project.archived_at === null;
  const starter = STARTERS.find(({ key }) => key === start);
  const [initial] = useState(() => (starter ? formOfStarter(starter) : emptyRubric()));
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        title="New rubric"
        documentTitle={["New rubric", project.name]}
        description={
          "A rubric defines what good means in a few criteria. " +
          "A judge scores each criterion; the weighted sum is the composite score."
        }
      />
      {!edits && <Notice tone="info">An editor of this project can create a rubric.</Notice>}
      {edits && (
        <RubricEditor
          project={slug}
          rubric={null}
          initial={initial}
          unsaved={starter !== undefined}
          readOnly={false}
          onSaved={({ id, name }) => {
            notify.success(`${name} is saved. Next: create a judge that uses it.`);
            void navigate({
              to: "/projects/$slug/judges/rubrics/$rubric",
              params: { slug, rubric: id },
              ignoreBlocker: true,
            });
          }}
        />
      )}
    </div>
  );
}
