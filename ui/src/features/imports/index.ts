export { ImportToolLink } from "./ImportToolLink";
export { mayImport } from "./importAccess";
