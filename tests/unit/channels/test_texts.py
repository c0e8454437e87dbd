"""What people read: nothing in it calls anybody, leads elsewhere or becomes a header."""

from edison.channels import email, slack
from edison.domain.channels.notification_text import NotificationText

NOTICE = NotificationText(
    kind="Alert",
    severity="critical",
    title="Answers <!channel> & <@U123> got worse",
    sentence="The score fell from 0.91 to 0.78 <http://evil.example|click>.",
    project="Support bot",
    url="https://edison.example.com/projects/support-bot/alerts/1",
    facts=(("score", "0.78"), ("before", "0.91")),
)


def test_slack_gets_no_mention_and_only_our_link() -> None:
    text = slack.text_of(NOTICE)

    assert text == (
        "*Critical alert: Answers &lt;!channel&gt; &amp; &lt;@U123&gt; got worse*\n"
        "The score fell from 0.91 to 0.78 &lt;http://evil.example|click&gt;.\n"
        "Support bot · <https://edison.example.com/projects/support-bot/alerts/1|Open in Edison>"
    )


def test_a_mail_says_what_where_and_how_much() -> None:
    text = email.text_of(NOTICE)

    assert text.splitlines()[0] == NOTICE.heading
    assert "score: 0.78\nbefore: 0.91" in text
    assert text.rstrip().endswith(NOTICE.url)
