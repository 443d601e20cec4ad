"""What a person is shown: views, rosters, the battle in words."""
