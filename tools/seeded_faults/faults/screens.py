"""Faults on the screens, caught by Vitest."""

from tools.seeded_faults.fault import SeededFault

FAULTS: tuple[SeededFault, ...] = (
    SeededFault(
        name="small_amounts_read_as_nothing",
        breaks="A call that cost a few millionths of a dollar is shown as free.",
        file="ui/src/shared/format/quantities.ts",
        old="return `$${trimmed(usd.toFixed(6))}`;",
        new="return `$${usd.toFixed(4)}`;",
        caught_by=("ui/src/shared/format/format.test.ts::money",),
    ),
    SeededFault(
        name="unknown_cost_reads_as_zero",
        breaks="An unknown cost is shown as $0.00.",
        file="ui/src/shared/format/quantities.ts",
        old='if (usd === null) return "unknown";',
        new='if (usd === null) return "$0.00";',
        caught_by=("ui/src/shared/format/format.test.ts::money",),
    ),
    SeededFault(
        name="busy_button_posts_twice",
        breaks="A second click while a form is being sent starts a second run.",
        file="ui/src/shared/ui/Button.tsx",
        old="    if (off) event.preventDefault();\n",
        new="    if (disabled) event.preventDefault();\n",
        caught_by=(
            "ui/src/shared/ui/components.test.tsx::keeps a loading button focusable but inert",
        ),
    ),
    SeededFault(
        name="held_key_votes_many_times",
        breaks="A key that is held down gives many votes in the arena.",
        file="ui/src/features/arena/vote/useVoteKeys.ts",
        old="    if (!event.repeat) onWish(wish);",
        new="    onWish(wish);",
        caught_by=(
            "ui/src/features/arena/vote/useVoteKeys.test.ts::votes once for a key that is held",
        ),
    ),
    SeededFault(
        name="reducer_ignores_event",
        breaks="A member who was removed stays in the list until the page is reloaded.",
        file="ui/src/features/people/members/events.ts",
        old='    case "member.removed":',
        new='    case "member.left":',
        caught_by=("ui/src/features/people/members/events.test.ts::drops someone who left",),
    ),
    SeededFault(
        name="reconnect_forgets_last_event",
        breaks="After a lost connection a screen misses the events in between.",
        file="ui/src/shared/live/openStream.ts",
        old="        lastId = message.id ?? lastId;\n",
        new="",
        caught_by=(
            "ui/src/shared/live/openStream.test.ts::comes back after five seconds and asks for what it missed",
        ),
    ),
    SeededFault(
        name="draft_of_others_overwritten",
        breaks="Two people who edit one prompt overwrite each other's text without a warning.",
        file="ui/src/shared/drafts/draftStore.ts",
        old="    } else if (dirty) this.#set({ theirs: saved });",
        new="    } else if (dirty) this.#set({ base: saved });",
        caught_by=(
            "ui/src/features/prompts/draft/promptDraftStore.test.ts::can be taken over or overwritten",
        ),
    ),
    SeededFault(
        name="model_output_rendered_as_html",
        breaks="An answer of a model can run a script in the reader's browser.",
        file="ui/src/shared/ui/Verbatim.tsx",
        old='      {typeof children === "string" ? visibleText(children) : children}\n',
        new='      {typeof children === "string" ? (\n'
        "        <span dangerouslySetInnerHTML={{ __html: children }} />\n"
        "      ) : (\n        children\n      )}\n",
        caught_by=("ui/src/shared/ui/Verbatim.test.tsx::shows markup letter by letter",),
    ),
)
