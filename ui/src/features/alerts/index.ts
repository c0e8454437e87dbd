export { SeverityIcon } from "./AlertChips";
export { staleAlerts } from "./events";
export { AlertBanner } from "./frame/AlertBanner";
export { AlertBell } from "./frame/AlertBell";
export { alertsKey } from "./keys";
export { useAlertNotifications } from "./useAlertNotifications";
export { ALERT_STATES, type AlertFilter } from "./alertPhrasing";
