"""What is printed on the cards, race by race and sort by sort. What cards do is in legacies/, labor/ and trials/."""
