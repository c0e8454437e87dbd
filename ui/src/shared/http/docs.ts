/** The documentation, which the web process serves beside the screens: not a route of this application. */
export const DOCS = "/docs/";
