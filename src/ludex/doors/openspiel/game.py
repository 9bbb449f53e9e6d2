"""`load`: a Ludex game as a `pyspiel.Game`."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote as encode
from urllib.parse import unquote as decode

import msgspec
import numpy as np

from ludex.batch import Rewards
from ludex.core.game.game import Game
from ludex.core.game.registry import defined_game, find_named_game
from ludex.core.game.registry import game as find_game
from ludex.core.game.request import Request
from ludex.core.language.errors import BadSetting, UnknownGame, quote
from ludex.doors import needs
from ludex.doors.openspiel.node import SPECTATOR, Node
from ludex.doors.openspiel.state import OpenSpielState
from ludex.doors.openspiel.tree import ChanceMode, Tree

with needs("OpenSpiel", "openspiel"):
    import pyspiel

NAME = "ludex"
SPECIFICATION: dict[str, Any] = {
    "game": "",
    "definition": "",
    "seats": 0,
    "settings": "",
    "rewards": "share",
    "chance": "seeds",
    "seeds": 64,
    "rng_seed": -1,
}
"""The parameters of games in OpenSpiel, with their defaults."""
SAFE = '{}[]":'
"""Signs of JSON that may stand in OpenSpiel's names of games. Others are written as in addresses of pages."""
MOST_UTILITY = float(1 << 31)
"""The bound of utilities that are declared for scores, of which no smaller one is known."""
MOST_TREES = 64

_given: dict[str, Game] = {}
"""Games without a name or a definition that were passed to `load`."""
_trees: dict[tuple[tuple[str, Any], ...], Tree] = {}


def load(
    game: Game | str,
    seats: int | None = None,
    *,
    rewards: Rewards = "share",
    chance: ChanceMode = 64,
    rng_seed: int | None = None,
    **settings: Any,
) -> OpenSpielGame:
    """Return a game as a `pyspiel.Game`. `game` is a name, a file or a game; other keywords are its settings.

    `chance` is the number of equally likely seeds at every chance node; or "exact", which lists everything that can be
    drawn with its probability; or "sampled", which draws from a generator (`rng_seed` repeats its numbers). `rewards`
    are the utilities at the end: the share of the win, the rank, or the lead in points.

    >>> game = load("knockout-whist", seats=3)
    >>> game
    ludex(game=knockout-whist,seats=3)
    >>> state = game.new_initial_state()
    >>> while not state.is_terminal():
    ...     actions = state.legal_actions()
    ...     state.apply_action(actions[0])
    >>> sum(state.returns())
    1.0
    """
    found = find_game(game) if isinstance(game, str) else game
    parameters: dict[str, Any] = {**_name(found), "rewards": rewards}
    if seats is not None:
        parameters["seats"] = seats
    if settings:
        found.read_settings(settings)
        parameters["settings"] = encode(msgspec.json.encode(settings).decode(), SAFE)
    if chance in ("exact", "sampled"):
        parameters["chance"] = chance
    else:
        parameters["seeds"] = chance
    if rng_seed is not None:
        parameters["rng_seed"] = rng_seed
    tree_of(parameters)  # raises an error if a parameter is wrong
    loaded: OpenSpielGame = pyspiel.load_game(NAME, _without_defaults(parameters))
    return loaded


def tree_of(parameters: Mapping[str, Any]) -> Tree:
    """Return the tree of the game with these parameters."""
    given = SPECIFICATION | dict(parameters)
    key = tuple(sorted(given.items()))
    tree = _trees.get(key)
    if tree is None or tree.kernel is not tree.game.machine.kernel:
        if len(_trees) >= MOST_TREES:
            _trees.clear()
        tree = _trees[key] = _make_tree(given)
    return tree


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A Ludex game as a game of OpenSpiel, made by `load`."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        parameters = _without_defaults(params)
        self.tree = tree = tree_of(parameters)
        """The tree of the game, which all its states share."""
        self.game = tree.game
        """The game of Ludex."""
        if tree.chance == "sampled":
            tree.random.seed(None if params["rng_seed"] < 0 else params["rng_seed"])
        super().__init__(_type_of(tree), _info_of(tree), parameters)

    def new_initial_state(self) -> OpenSpielState:
        """Return the state before the deal."""
        return OpenSpielState(self)

    def state_at(self, node: Node) -> OpenSpielState:
        """Return a state at any node of the tree. Its history is empty."""
        state = OpenSpielState(self)
        state.node = node
        return state

    def state_for(self, request: Request[Any], seed: bytes) -> OpenSpielState:
        """Return a state that the seat of a request cannot tell from the real one. The 32 bytes decide what is dealt.

        >>> import ludex
        >>> table = ludex.game("spades").new(4, seed=1)
        >>> state = load("spades").state_for(table.request(0), bytes(31) + b"7")
        >>> state.current_player(), state.view(0) == table.view(0), state.view(1) == table.view(1)
        (0, True, False)
        """
        if request.memory is None:
            raise BadSetting("a state needs a request that a table made")
        return self.state_at(self.tree.world_from(request.memory, request.seat, request.seat, seed))

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance nodes of a game: before the first move, and with every move."""
        return 1 + self.tree.most_moves if self.tree.is_random else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Return an observer of public and private information, or of one kind alone.

        None for those that do not exist: of the private information of all players, or alone with perfect recall.
        """
        if params:
            raise BadSetting(f"observers have no parameters: {quote(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        public, private = kind.public_info, kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not (public or private):
            return None
        if not public and kind.perfect_recall:
            return None
        return Observer(self.tree, public=public, private=private, recalls=kind.perfect_recall)


class Observer:
    """An observer for OpenSpiel: an array of features and a text, if it observes all that a player may know.

    With perfect recall, or for the public or private part alone, there is only a text.
    """

    def __init__(self, tree: Tree, *, public: bool, private: bool, recalls: bool) -> None:
        self._tree, self._public, self._private, self._recalls = tree, public, private, recalls
        whole = public and private and not recalls
        self.tensor = np.zeros(tree.features.size, np.float32) if whole else None
        self.dict: dict[str, Any] = {"observation": self.tensor} if whole else {}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the features of a state for a player."""
        if self.tensor is not None:
            self._tree.write_features(state.node, player, self.tensor)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the text of a state for a player."""
        if not self._public:
            return self._tree.private_observation(state.node, player)
        seat = player if self._private else SPECTATOR
        if self._recalls:
            return f"{player if self._private else 'public'}:{state.node.knowledge(seat).hex()}"
        return self._tree.observation(state.node, seat)


def _type_of(tree: Tree) -> Any:
    kinds = pyspiel.GameType
    secret, drawn = kinds.Information.IMPERFECT_INFORMATION, kinds.ChanceMode.EXPLICIT_STOCHASTIC
    if tree.chance == "sampled":
        drawn = kinds.ChanceMode.SAMPLED_STOCHASTIC
    utilities = {None: kinds.Utility.GENERAL_SUM, 0.0: kinds.Utility.ZERO_SUM}
    return _game_type(
        tree.game.title,
        tree.seats,
        tree.seats,
        drawn if tree.is_random else kinds.ChanceMode.DETERMINISTIC,
        secret if tree.has_secrets else kinds.Information.PERFECT_INFORMATION,
        utilities.get(tree.utility_sum, kinds.Utility.CONSTANT_SUM),
    )


def _game_type(title: str, fewest: int, most: int, chance: Any, information: Any, utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=information,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=fewest,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=SPECIFICATION,
        default_loadable=False,
        provides_factored_observation_string=True,
    )


def _info_of(tree: Tree) -> Any:
    most = tree.most_utility
    return pyspiel.GameInfo(
        num_distinct_actions=tree.actions,
        max_chance_outcomes=tree.outcomes,
        num_players=tree.seats,
        min_utility=-MOST_UTILITY if most is None else 0.0,
        max_utility=MOST_UTILITY if most is None else most,
        utility_sum=tree.utility_sum,
        max_game_length=tree.most_moves,
    )


def _name(game: Game) -> dict[str, str]:
    """Return the parameter by which a game is found again: its name, its definition, or a name for this process."""
    if find_named_game(game.name) is game:
        return {"game": game.name}
    if game.definition is not None:
        return {"definition": encode(msgspec.json.encode(game.definition).decode(), SAFE)}
    name = next((name for name, known in _given.items() if known is game), f"{game.name}@{len(_given)}")
    _given[name] = game
    return {"game": name}


def _make_tree(parameters: Mapping[str, Any]) -> Tree:
    name, definition, seats = parameters["game"], parameters["definition"], parameters["seats"]
    if definition:
        game = defined_game(msgspec.json.decode(decode(definition)))
    elif name in _given:
        game = _given[name]
    elif name:
        game = find_game(name)
    else:
        raise UnknownGame("OpenSpiel's game `ludex` needs the name of a game: ludex(game=knockout-whist)")
    settings = msgspec.json.decode(decode(parameters["settings"])) if parameters["settings"] else {}
    chance: ChanceMode = parameters["seeds"] if parameters["chance"] == "seeds" else parameters["chance"]
    return Tree(game, seats or None, settings, parameters["rewards"], chance, _without_defaults(parameters))


def store(node: Node) -> tuple[Any, ...]:
    """Store a node as the steps from the beginning, which `replay` makes again."""
    steps, tree = [], node.tree
    while node.parent is not None:
        steps.append(node.step)
        node = node.parent
    start = None if node is tree.root else (node.turn, node.memory, node.number, node.known)
    return replay, (tree.parameters, start, steps[::-1])


def replay(parameters: Mapping[str, Any], start: Any, steps: list[int]) -> Node:
    """Return the node that follows from a beginning (None: the root) after some steps."""
    tree = tree_of(parameters)
    node = tree.root
    if start is not None:
        turn, memory, number, known = start
        node = tree.start_at(memory, turn, number)
        node.known = known
    for step in steps:
        node = tree.decide(node, step) if node.turn >= 0 else tree.draw(node, step)
    return node


copyreg.pickle(Node, store)


def _without_defaults(parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in parameters.items() if value != SPECIFICATION[name]}


pyspiel.register_game(
    _game_type(
        "Ludex",
        1,
        32,
        pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        pyspiel.GameType.Utility.GENERAL_SUM,
    ),
    OpenSpielGame,
)
