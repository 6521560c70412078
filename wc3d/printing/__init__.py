"""Plans, side cuts, close-ups and printed boards, as pixels, SVG or PDF."""
