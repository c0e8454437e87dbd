/** Three bars that move while a model is being asked. */
export function CallInProgress() {
  return (
    <span aria-hidden className="flex h-3.5 items-end gap-0.5">
      {[0, 150, 300].map((delay) => (
        <span
          key={delay}
          className="h-full w-1 origin-bottom animate-bars rounded-full bg-accent-mark"
          style={{ animationDelay: `${delay}ms` }}
        />
      ))}
    </span>
  );
}
