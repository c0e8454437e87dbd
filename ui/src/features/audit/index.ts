export { AuditLog } from "./AuditLog";
export { auditKey } from "./api";
