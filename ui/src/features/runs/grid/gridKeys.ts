/** Where the arrows lead in a grid, and which keys do something there. Pure. */

export interface Place {
  row: number;
  /** 0 is the number of the row; answers follow. */
  column: number;
}

interface GridSize {
  rows: number;
  columns: number;
  /** Rows that fit on the screen, for PageUp and PageDown. */
  page: number;
}

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** The place a key leads to; null: the key does not move. */
export function movedBy(
  { key, ctrlKey, metaKey }: Pressed,
  { row, column }: Place,
  { rows, columns, page }: GridSize,
): Place | null {
  const far = ctrlKey || metaKey;
  const within = (place: Place): Place => ({ row: clamp(place.row, rows), column: clamp(place.column, columns) });
  switch (key) {
    case "ArrowUp":
      return within({ row: far ? 0 : row - 1, column });
    case "ArrowDown":
      return within({ row: far ? rows - 1 : row + 1, column });
    case "ArrowLeft":
      return within({ row, column: far ? 0 : column - 1 });
    case "ArrowRight":
      return within({ row, column: far ? columns - 1 : column + 1 });
    case "Home":
      return within({ row: far ? 0 : row, column: 0 });
    case "End":
      return within({ row: far ? rows - 1 : row, column: columns - 1 });
    case "PageUp":
      return within({ row: row - page, column });
    case "PageDown":
      return within({ row: row + page, column });
    default:
      return null;
  }
}

function clamp(number: number, count: number): number {
  return Math.max(0, Math.min(count - 1, number));
}
