/** Under which keys boards stand in the cache. */

/** Lists of boards. */
export const boardsKey = (project: string) => ["boards", project] as const;
/** Single boards, with all that lies below them. */
export const boardsBelow = (project: string) => ["board", project] as const;
export const boardKey = (project: string, board: string) => [...boardsBelow(project), board] as const;
/** What is voted on next: of one sitting, never read again behind someone's back. */
export const turnKey = (project: string, board: string) => ["board-turn", project, board] as const;
