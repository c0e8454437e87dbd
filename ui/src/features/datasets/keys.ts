/**
 * Under which keys what runs tell about questions stands in the cache: it moves with runs, not only with the dataset.
 */

/** What answers tell about the questions of a dataset. */
export const qualityBelow = (project: string) => ["question-quality", project] as const;
export const qualityKey = (project: string, dataset: string) => [...qualityBelow(project), dataset] as const;
/** What judges say about the questions of a dataset. */
export const reviewsBelow = (project: string) => ["question-reviews", project] as const;
export const reviewsKey = (project: string, dataset: string) => [...reviewsBelow(project), dataset] as const;
