/** The character 井: nine plots, the one in the middle common to all. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="var(--accent)"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden
    >
      <path d="M5.5 1.5v13M10.5 1.5v13M1.5 5.5h13M1.5 10.5h13" />
      <rect x="6.25" y="6.25" width="3.5" height="3.5" rx=".75" fill="var(--accent)" stroke="none" />
    </svg>
  );
}
