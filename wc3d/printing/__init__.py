"""Plans, cross sections, close-ups and printed boards, as pixels, SVG or PDF."""
