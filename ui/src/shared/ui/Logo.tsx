/** The mark: a bulb whose filament is the letter E. Same drawing as public/favicon.svg. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
      <rect width="32" height="32" rx="8" fill="#0F766E" />
      <g fill="none" stroke="#fff" strokeLinecap="round" strokeLinejoin="round">
        <path strokeWidth="2" d="M12.4 20.9a8.2 8.2 0 1 1 7.2 0" />
        <path strokeWidth="2" d="M12.9 24.6h6.2M14.4 28h3.2" />
        <path stroke="#5EEAD4" strokeWidth="2" d="M18.8 9.9h-5v7h5M13.8 13.4h4" />
      </g>
    </svg>
  );
}
