"""A language model as a player, at any endpoint of the usual chat-completions form."""

from ludex.players.chat.endpoint import Completion, Endpoint, Send
from ludex.players.chat.player import ChatPlayer, Usage
from ludex.players.chat.settings import FORM, ChatSettings, is_chat, read_chat

__all__ = ["FORM", "ChatPlayer", "ChatSettings", "Completion", "Endpoint", "Send", "Usage", "is_chat", "read_chat"]
