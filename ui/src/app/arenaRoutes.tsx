/** The routes of the arena: the list, starting an arena, one leaderboard, its form, and voting. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { type LeaderboardUrlState, PLACE_ORDERS, PLACE_SOURCES } from "@/features/arena";
import { project } from "./baseRoutes";
import { oneOf, text } from "./searchParams";

const arena = createRoute({ getParentRoute: () => project, path: "arena" });

const boardList = createRoute({
  getParentRoute: () => arena,
  path: "/",
  component: lazyRouteComponent(() => import("@/features/arena/list/BoardsPage"), "BoardsPage"),
});

const newBoard = createRoute({
  getParentRoute: () => arena,
  path: "new",
  validateSearch: (search): { dataset?: string } => text(search, "dataset"),
  component: lazyRouteComponent(() => import("@/features/arena/form/NewBoardPage"), "NewBoardPage"),
});

const startArena = createRoute({
  getParentRoute: () => arena,
  path: "start",
  validateSearch: (search): { dataset?: string; assist?: string; run?: string } => ({
    ...text(search, "dataset"),
    ...text(search, "assist"),
    ...text(search, "run"),
  }),
  component: lazyRouteComponent(() => import("@/features/arena/start/StartArenaPage"), "StartArenaPage"),
});

const board = createRoute({ getParentRoute: () => arena, path: "$board" });

const boardPage = createRoute({
  getParentRoute: () => board,
  path: "/",
  validateSearch: (search): LeaderboardUrlState => ({
    ...text(search, "tag"),
    ...oneOf(search, "order", PLACE_ORDERS),
    ...oneOf(search, "duels", PLACE_SOURCES),
  }),
  component: lazyRouteComponent(() => import("@/features/arena/board/BoardPage"), "BoardPage"),
});

const editBoard = createRoute({
  getParentRoute: () => board,
  path: "edit",
  component: lazyRouteComponent(() => import("@/features/arena/form/EditBoardPage"), "EditBoardPage"),
});

const votePage = createRoute({
  getParentRoute: () => board,
  path: "vote",
  component: lazyRouteComponent(() => import("@/features/arena/vote/VotePage"), "VotePage"),
});

export const arenaRoutes = arena.addChildren([
  boardList,
  newBoard,
  startArena,
  board.addChildren([boardPage, editBoard, votePage]),
]);
