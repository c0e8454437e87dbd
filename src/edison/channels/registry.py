"""Registry of all channels. A new channel needs its own file and a line here."""

from edison.channels.channel_plugin import ChannelPlugin
from edison.channels.email import Email, Mailer
from edison.channels.slack import Slack
from edison.channels.teams import Teams
from edison.channels.webhook import Webhook
from edison.domain.channels.channel import ChannelKind
from edison.network.guarded_http import GuardedHttp


def channel_plugins(http: GuardedHttp, mailer: Mailer | None) -> dict[ChannelKind, ChannelPlugin]:
    plugins: tuple[ChannelPlugin, ...] = (
        Webhook(http),
        Slack(http),
        Teams(http),
        Email(mailer),
    )
    return {plugin.kind: plugin for plugin in plugins}
