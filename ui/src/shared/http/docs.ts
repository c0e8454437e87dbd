/** The documentation, which the web process serves beside the screens: not a route of this application. */
export const DOCS = "/docs/";

/** The reference of the API, in which every operation can be tried. */
export const API_REFERENCE = "/docs/reference/api";
