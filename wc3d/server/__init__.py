"""Games by a link: the one true game lies here, and each seat is told what it may know of it, and no more."""
