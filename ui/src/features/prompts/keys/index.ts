/**
 * Under which keys prompts stand in the cache.
 *
 * A door of its own: promotions move labels of prompts, and the screens of prompts open the dialog of promotions.
 */

export const promptsKey = (project: string) => ["prompts", project] as const;
export const promptKey = (project: string, prompt: string) => ["prompt", project, prompt] as const;
