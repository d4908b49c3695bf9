/** A lamp over a desk with letters. Colours follow the theme. */
export const DeskScene = () => (
  <svg viewBox="0 0 860 820" aria-hidden="true">
    <path className="cone" d="M398 288 508 336 724 690H196Z" />
    <path className="line" d="M60 690h740" />
    <path className="soft" d="M100 708h660" />
    <path className="line raised" d="M644 690c0-9 7-15 16-15h64c9 0 16 6 16 15Z" />
    <path className="line" d="M692 672 628 440 492 252" />
    <circle className="line sunken" cx="628" cy="440" r="9" />
    <circle className="line sunken" cx="692" cy="668" r="7" />
    <path className="shade" d="M398 288c8-44 42-72 86-66 34 5 52 30 52 60l-28 54-110-48Z" />
    <path className="line" d="M398 288 508 336" />
    <path className="page" d="m252 640 190-34 18 74H262z" />
    <path className="page" d="m276 612 196-22 8 82H280z" />
    <path className="page" d="M300 580h196v100H300z" />
    <path className="text" d="M322 606h88M322 624h148M322 640h132M322 656h60" />
    <path className="tick" d="m446 650 8 8 16-18" />
    <path className="page" d="M540 634h92v46h-92z" />
    <path className="page flap" d="m540 634 46 26 46-26" />
    <path className="page" d="M158 690v-62h56v62ZM214 640h10c8 0 14 6 14 14s-6 14-14 14h-10" />
    <path className="soft" d="M176 604c0-10 8-10 8-20s-8-10-8-20M198 604c0-10 8-10 8-20s-8-10-8-20" />
  </svg>
)
